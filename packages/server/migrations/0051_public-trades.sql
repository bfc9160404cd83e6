-- The list of trades has everybody's settled ones beside the desk's own, in the order in which they were agreed.
create index group_match_public on group_match (agreed_at, id) where state = 'FILLED';
