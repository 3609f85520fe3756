"""Lists in loops.

building     lists that are built by recursion
linking      which loops gather lists whose pairs are linked as they come
joining      lists that are only joined
keys         lists that are only looked up
walking      members of lists that are walked along
"""
