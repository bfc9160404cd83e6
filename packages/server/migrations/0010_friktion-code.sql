-- Friktion goes by its published code, as in auctions of vaults.
update venue_account set venue = 'FKN' where venue = 'FRK';
