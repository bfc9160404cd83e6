-- Each wish of a desk to set a limit has its number: of one name in two markets the later counts.
create sequence limit_turn;
-- What limits a market has, while it cannot be asked itself.
create index journal_limits on journal (shard, seq) where command in ('SetLimit', 'RemoveLimit');
