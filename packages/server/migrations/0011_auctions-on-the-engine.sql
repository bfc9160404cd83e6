-- Auctions of vaults are decided by the engine (decision 0960): their events, messages and snapshots are rows of `journal`, `outbox_message` and
-- `snapshot`, sealed with a key of their own, which the installation's key seals.
create table journal_key (
  id text primary key,
  -- The id of the installation's key at that time.
  made_under text not null,
  made_at timestamptz not null default clock_timestamp(),
  key_sealed bytea not null
);

-- Messages that were numbered before are no longer kept: a reader who resumes from one of them is told so and reads the lists. Numbers go on above.
insert into shard_lease (shard, shard_group, messages_after) select 'auctions', 65, coalesce(max(seq), 0) from auction_message;
drop table auction_message;

-- Events that were written before stay in `auction_event` until the next start of the server, which alone can open them, moves them to the journal.
