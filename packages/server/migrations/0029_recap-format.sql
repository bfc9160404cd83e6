-- The format of the recap of a trade (rulebook 3.24). Null is the default format.
alter table desk add column recap_format text;
