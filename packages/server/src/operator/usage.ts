export const usage = `npm run operator -- <command> [options]     uses DATA_DIR or DATABASE_URL, like npm run serve

Firms and desks
  create-firm         --name "Orrery Ltd" [--named]                   named: from today, it appears on the leaderboard under its name
  create-desk         --ticker ORRY --name Orrery --firm "Orrery Ltd" [--maker] [--without-limits]
  suspend-desk        --desk ORRY                                     ends access of its users and keys immediately and cancels its open orders
  restore-desk        --desk ORRY
  approve             --desk ORRY --with KEST                         both ways
  set-group           --name Asia --desks KEST,LARK                   a group of makers that every desk can send RFQs to
  remove-group        --name Asia
  list                desks, their members with role and status, and restrictions

People
  invite              --email ada@orrery.example --desk ORRY [--role …] [--first Ada] [--last Orr]
                      sends a registration code by email and prints the link. The link uses PUBLIC_URL, or the address on which Parley listens
  create-user         --email ada@orrery.example --first Ada --last Orr --desk ORRY [--role …]
                      [--password - | --password-file FILE] [--agreement us|non-us|none]
                      without a password, one is generated and printed
  set-role            --email ada@orrery.example --desk ORRY --role … readmits a former member
  suspend-user        --email ada@orrery.example [--why "…"]          ends access everywhere immediately and cancels open orders
  restore-user        --email ada@orrery.example
  disable-user        --email ada@orrery.example                      ends access permanently
  end-sessions        --email ada@orrery.example                      ends all sessions and sockets of the user
  reset-two-factor    --email ada@orrery.example                      for a user who lost everything: authenticator, backup codes, passkeys

  Roles are administrator, trader, viewer, prime_viewer and dov_user; the default is trader.

Access
  restrict-country    --country KP                                    residents of the country cannot join
  lift-country        --country KP
  restrict-address    --address 203.0.113.0/24                        users who sign in from there can send only a few RFQs
  lift-address        --address 203.0.113.0/24
  create-key          --desk ORRY --name bot [--compatible]           prints both keys, only once; compatible: also allows unsigned sockets
  revoke-key          --desk ORRY --name bot
  add-venue-account   --desk ORRY --venue DBT --name main --client-id … [--client-secret - | --client-secret-file FILE] [--default]
                      never pass a secret as an argument, because every process on the machine can read it: - reads it from
                      standard input, and at a terminal you are asked for it
  set-sign-on         --desk ORRY --issuer https://login.orrery.example --client-id … [--client-secret - | --client-secret-file FILE]
                      --domains orrery.example,orrery.co.example [--role-claim groups --roles administrator=desk-admins,trader=desk]
                      [--required]
                      members sign in through their firm's provider (OpenID Connect). roles: which value of the claim gives which role,
                      the first that matches. required: they can no longer sign in with a password or a passkey
  remove-sign-on      --desk ORRY
  unlink-sign-on      --email ada@orrery.example                      for a person who has a new account at the provider
  set-flag            --name um_leg_pricing_fallback --value on|off [--desks ORRY,AMBR] [--figures name=number,…]
                      for every desk, or only for these; feature_market_integrity uses the figures most_width_percent,
                      free_quotes and quotes_per_trade

The market
  stop-trading        --desk ORRY [--email ada@orrery.example | --name bot] [--why "…"]
                      for the desk, or one user or key of it: cancels everything open and rejects new orders, immediately
  resume-trading      --desk ORRY [--email … | --name …]              resumes trading after a stop
  platform            prints the state and the scheduled changes
  platform            --state UNAVAILABLE [--at 2026-12-01T08:00Z]    AVAILABLE, UNAVAILABLE, AVAILABLE_CANCEL_ONLY, always in that order
  platform            --cancel 7                                      cancels this scheduled change and all later ones
  disputes            lists trades on whose booking the two desks disagree, with the report of each desk
  settle-dispute      --trade t_… --as FILLED|REJECTED --why "…"      settles one; the reason is recorded in the audit logs of both desks
  set-rate            --desk ORRY --rate requestsPerDesk --most 1000 [--within-ms 1000]
  set-rate            --desk ORRY --rate requestsPerDesk --default    restores the default
  recount-leaderboard                                                 counts all settled trades again from the beginning

Announcements, which every user sees below the header
  announce            lists the newest
  announce            --text "Deribit is under maintenance until 14:00 UTC." --until 2026-12-01T14:00Z [--from 2026-12-01T12:00Z]
                      [--kind INFORMATION|MAINTENANCE|INCIDENT] [--sign-in]
                      from now if --from is absent; sign-in: also on the sign-in page, which anyone can open
  announce            --withdraw 7                                    ends it immediately

The state, and the operator console
  status              the platform, venues with failing credentials, shards with owner and snapshot, emails, differences
  settlements         trades that wait for their settlement, with the venue's message
  add-operator        --name l.sand [--password - | --password-file FILE]
                      a person who can sign in to the console at /operator/; prints the secret for an authenticator app, only once
  remove-operator     --name l.sand                                   ends their sessions at the console immediately
  operators           the people who can sign in to the console

The audit log and the journal
  audit               the newest 50 entries [--desk ORRY]
  audit --check       checks the log from its first entry and reports whether it is intact
                      [--head "1234 9f…"]   also checks that this head, from an earlier log, is still in it
                      [--key-file FILE]     the key from before the rotation, if the head is older and the key is not in DATA_DIR
  audit --export FILE [--desk ORRY]     a .csv file to read, any other name as JSON lines with everything that the hashes cover
  journal             --head "DBT-BTC 1234 9f… 3c…"                   checks that this head, from an earlier log, is genuine and still in the journal
                      [--key-file FILE]

--why "…" adds a reason to the entry of any command in the audit log. Repeating a command changes nothing and prints the current state. Only create-user sets a new password, which ends every session.`
