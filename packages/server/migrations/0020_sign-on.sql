-- Signing in through the provider of a desk's firm (OpenID Connect, decision 1031).
create table sign_on (
  desk text primary key references desk,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea not null,
  -- The claim with the roles, and which value gives which role, in their order.
  role_claim text,
  roles jsonb not null default '[]',
  -- Members of the desk may not sign in with a password or a passkey.
  is_required boolean not null default false,
  set_at bigint not null
);

-- An email address belongs to one desk's sign-on at most.
create table sign_on_domain (
  domain text primary key,
  desk text not null references sign_on on delete cascade
);
create index sign_on_domain_desk on sign_on_domain (desk);

-- The subject of a provider is a person for good, also when the provider changes their email address.
create table sign_on_person (
  issuer text not null,
  subject text not null,
  app_user text not null references app_user,
  linked_at bigint not null,
  primary key (issuer, subject),
  unique (app_user, issuer)
);
