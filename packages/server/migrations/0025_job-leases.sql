-- The jobs of workers, each under a lease of its own, so that several processes can share them (decision 1037).
alter table cluster_member add column wants_jobs boolean not null default false;

create table job_lease (
  job text primary key,
  epoch bigint not null default 1,
  holder text not null default '',
  taken_at timestamptz not null default now()
);
