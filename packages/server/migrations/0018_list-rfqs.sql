-- A list RFQ is several direct RFQs that were sent together (rulebook 22). Each RFQ names its list, and the readers' row of the first line
-- names it too, so that the lists of a desk are one range of an index.
alter table rfq add column list_id text;
create index rfq_of_list on rfq (list_id) where list_id is not null;
alter table rfq_reader add column list_id text;
create index rfq_reader_list on rfq_reader (desk, created_at, rfq_id) where list_id is not null;
