-- Where people open the product, as the one that ran last was told or listened: for links that are made from beside it.
create table public_url (
  one boolean primary key default true check (one),
  url text not null
);
