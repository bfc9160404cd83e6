export const usage = `npm run operator -- <command> [options]     DATA_DIR or DATABASE_URL say where, as for npm run serve

Firms and desks
  create-firm         --name "Orrery Ltd" [--named]                   named: it agrees to stand on the leaderboard under its name from today on
  create-desk         --ticker ORRY --name Orrery --firm "Orrery Ltd" [--maker] [--without-limits]
  suspend-desk        --desk ORRY                                     its people and keys are out at once, what it has open is cancelled
  restore-desk        --desk ORRY
  approve             --desk ORRY --with KEST                         both ways
  set-group           --name Asia --desks KEST,LARK                   a group of makers that every desk may ask by
  remove-group        --name Asia
  list                desks, their members with role and state, and what is restricted

People
  invite              --email ada@orrery.example --desk ORRY [--role …] [--first Ada] [--last Orr]
                      a key goes by mail; the link is shown as well. PUBLIC_URL says where people open the product; else where it listens
  create-user         --email ada@orrery.example --first Ada --last Orr --desk ORRY [--role …]
                      [--password - | --password-file FILE] [--agreement us|non-us|none]
                      without a password one is made and shown
  set-role            --email ada@orrery.example --desk ORRY --role … a former member is taken in again
  suspend-user        --email ada@orrery.example [--why "…"]          out at once, everywhere; what they have open is cancelled
  restore-user        --email ada@orrery.example
  disable-user        --email ada@orrery.example                      access ends for good
  end-sessions        --email ada@orrery.example                      every session and socket of the person
  reset-two-factor    --email ada@orrery.example                      for a person who lost everything: authenticator, backup codes, passkeys

  Roles are administrator, trader, viewer, prime_viewer and dov_user; trader unless said.

Access
  restrict-country    --country KP                                    nobody who lives there may join
  lift-country        --country KP
  restrict-address    --address 203.0.113.0/24                        who signs in from there may ask for few RFQs only
  lift-address        --address 203.0.113.0/24
  create-key          --desk ORRY --name bot [--compatible]           shows both keys, this once; compatible: unsigned sockets too
  revoke-key          --desk ORRY --name bot
  add-venue-account   --desk ORRY --venue DBT --name main --client-id … [--client-secret - | --client-secret-file FILE] [--default]
                      a secret is never an argument, which every process of the machine can read: - takes it from standard
                      input, and at a terminal it is asked for
  set-flag            --name um_leg_pricing_fallback --value on|off [--desks ORRY,AMBR] [--figures name=number,…]
                      for every desk, or for these alone; feature_market_integrity reads the figures most_width_percent,
                      free_quotes and quotes_per_trade

The market
  stop-trading        --desk ORRY [--email ada@orrery.example | --name bot] [--why "…"]
                      the desk, or one person or key of it: everything open is cancelled and nothing new is taken, at once
  allow-trading       --desk ORRY [--email … | --name …]              after a stop
  platform            the state, and what is scheduled
  platform            --state UNAVAILABLE [--at 2026-12-01T08:00Z]    AVAILABLE, UNAVAILABLE, AVAILABLE_CANCEL_ONLY, always in that order
  platform            --cancel 7                                      drops this scheduled change and those after it
  disputes            trades that both desks book at the venue and do not agree about: what each has said
  settle-dispute      --trade t_… --as FILLED|REJECTED --why "…"      ends one; the logs of both desks say why
  set-rate            --desk ORRY --rate requestsPerDesk --most 1000 [--within-ms 1000]
  set-rate            --desk ORRY --rate requestsPerDesk --default    as for everybody again
  recount-leaderboard                                                 forgets its sums and counts all that has ever settled anew

The audit log and the journal
  audit               the newest 50 entries [--desk ORRY]
  audit --check       reads it from its first entry and says whether it is whole
                      [--head "1234 9f…"]   and whether this head, from an earlier log, is still in it
  audit --export FILE [--desk ORRY]     a .csv for eyes, anything else as lines of JSON with all that the hashes cover
  journal             --head "DBT-BTC 1234 9f… 3c…"                   whether this head, from an earlier log, is ours and still in the journal

A command that was given before changes nothing and answers what is there; only create-user sets the password anew, which ends every session.`
