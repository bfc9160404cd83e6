-- With whom the orders of a desk trade in order books (rulebook 10.24). Only the desk itself reads it.
alter table desk add column order_books text not null default 'EVERY_DESK' check (order_books in ('EVERY_DESK', 'APPROVED_DESKS'));
