-- The words of a filter stand before the desk in the keys of the leaderboard's sums: an answer that is filtered reads the rows it asks for, and not every row of its days.

alter table leaderboard_volume
  drop constraint leaderboard_volume_pkey,
  add primary key (role, detail, days, at, strategy, venue, currency, kind, protocol, desk, is_named);

alter table leaderboard_response
  drop constraint leaderboard_response_pkey,
  add primary key (detail, days, at, strategy, venue, currency, kind, protocol, desk, is_named);
