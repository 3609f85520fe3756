"""Lists and strings that need not be made as such.

members      lists that are only walked along: the Python lists they were gathered in, or that a primitive has
             (`holding`: where they may be; `learning`: which are pairs for certain)
stacks       lists that loops grow at their head and answer
bare         strings that are only looked at: their texts (`settling`: which of them may be); `sources`: what has the
             members of a list, or their texts
reusing      lists that are updated again and again: whose pairs are linked anew instead of copied
"""
