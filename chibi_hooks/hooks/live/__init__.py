"""Live: the disk in, generations out.

an event of the file system ──watch──▶ a look ──scan, disk──▶ what changed ──reload──▶ the next generation

reload.py       a look at the disk -> a generation;  reload_lines.py  the same told to people;  status.py  as data
watch.py        when to look;  following.py  virtual files that were written;  sightings.py  is a look needed?
homes_seen.py   a home as looks see it;  config_seen.py  its configuration;  home_files.py  its virtual files
hook_files.py   its hook files;  one_file.py  one of them, loaded;  tracked.py  what is live of it, what was tried
source.py       other places that responders come from
generation.py   what all of them gave -> who answers where;  differences.py  what came and went
disk.py         paths -> what is in them, with patience;  scan.py  digests of it
last_good.py    the texts that decide while what is there does not load;  not_deleted.py  is it really gone?
"""
