/** Texts that the schemas cannot give: who may call, how calls are signed, and how the socket talks. */
import type { Call } from '@parley/contracts'

export const whoWords: Readonly<Record<Call['who'], string>> = {
  anyone: 'Anyone; no sign-in.',
  member: 'Any member of a desk, or a key.',
  person: 'Any member of a desk, signed in; not keys.',
  trader: 'Traders, administrators and keys; not viewers.',
  bidder: 'Traders, DOV users, administrators and keys; not viewers.',
  administrator: "The desk's administrators.",
}

export const stepUpWords: Readonly<Record<NonNullable<Call['stepUp']>, string>> = {
  password: 'Within ten minutes of signing in or POST /account/password-check/.',
  factor: 'Within ten minutes of signing in or POST /account/password-check/, with the second factor where one is on.',
}

export const conventions = `The same API serves the web application, the SDK in \`packages/client\` and any bot. It speaks JSON over HTTP, and JSON-RPC 2.0 over one
socket.

| | |
|---|---|
| [Accounts](rest-account.md) | sign-in, users, desks, keys, counterparties, venue accounts |
| [Catalogue](rest-catalogue.md) | instruments |
| [Direct RFQ](rest-direct-rfq.md) | requests, quotes, crosses, trades, prices |
| [Order-book markets](rest-group-rfq.md) | markets, quotes, orders, trades, under \`/v1/ob\` and \`/v1/grfq\` |
| [Listed spreads](rest-spreads.md) | strategies, books, orders, trades, under \`/v1/fs\` |
| [Protections](rest-protection.md) | limits, mass cancel, the dead man's switch, stops, bounds |
| [Positions](rest-positions.md) | positions and balances of your accounts at the venues, and reading them anew |
| [Perpetuals](rest-perpetuals.md) | markets of perpetuals, your desk's account at their venue, and orders under it |
| [Auctions of vaults](rest-auctions.md) | auctions, blind bids that are signed, the vault's decisions, settlements, under \`/v1/vrfq\` |
| [The socket](socket.md) | what happens, as it happens |
| [Entities](entities.md), [errors](errors.md), [limits](limits.md) | |
| [OpenAPI 3.1](openapi.json), [AsyncAPI 3](asyncapi.json) | the same for machines; an installation serves them, and a page to read, under \`/docs/api\` |

## Who is calling

**A bot** signs each call with its desk's key pair:

- \`Authorization: Bearer <access key>\`
- \`Paradigm-API-Timestamp: <milliseconds since 1970>\`, at most 30 s from the server's clock
- \`Paradigm-API-Signature: <base64>\`, the HMAC-SHA256 with the base64-decoded secret key over

\`\`\`
<timestamp>\\n<METHOD>\\n<path with query, as sent>\\n<body, byte for byte>
\`\`\`

Optional: \`Paradigm-Account: <desk>\`; it has to be the key's own desk. With the key of the bytes 0 to 31 and the timestamp 1700000000000,
\`POST /v2/drfq/rfqs/\` with the body \`{"venue":"DBT"}\` has the signature \`u601ZDihhcsPu79DVFo1zJaV0c2NLpSDr1Qr3byOeVc=\`.

**A person** signs in ([POST /account/login/](rest-account.md)) and sends \`Authorization: Token <token>\`. Where an answer has the header
\`Refreshed-Token\`, the next call uses that token; the old one works until the new one is used, and two minutes more.

## How calls are written

- Every path works with and without the slash at its end.
- Decimals are texts; as input JSON numbers are welcome too. Times are milliseconds, under \`/v1/fs\` nanoseconds.
- Parameters that are not known are refused by every read, because a list without its filter would answer more than was asked for. Writes ignore members that they do not know, except those that cover everything but what is named (mass cancels, resets, stops): there they are refused. Of repeated query keys the last one counts, except for lists.
- Lists come in pages: \`{results, next, count?}\`. While \`next\` is not null, ask again with \`cursor=<next>\`; it needs no escaping. It is good for the list that gave it: the cursor of another list, or an invented one, is refused with 400 and \`cursor\` as its member.
- The answer to a write is the final decision: an order's \`state\` is OPEN or CLOSED, never "wait and ask".
- A signed write is good once: the same signature again is refused with 401, also where the first was turned away with 429 or 503; sign anew. With the idempotency key it came with it gives the answer of a write that was done. Reading is free.
- \`Idempotency-Key: <1 to 128 visible ASCII characters>\` on a write makes it safe to send again: the same key, call and body give the first answer, with the header \`Idempotency-Replayed: true\`; another call or body under the key is refused with 409.
- Keys are those of the person or the API key that sends them; a colleague's never meet them. What an answer shows once (the secret of an API key,
  backup codes) is not in the repeated one, and calls about the session itself (refresh, socket ticket, logout) take no key.
- What became of a command whose answer you did not hear: [GET /v2/commands/{idempotency_key}/](rest-fate.md), for 24 hours.
- Every answer has \`x-request-id\`, and \`x-server-time-ms\`: the server's clock when it was sent. Errors carry the id as \`request_id\` too.

\`GET /healthz\` says that the process lives, \`GET /readyz\` that it serves (503 while it starts or stops) and, as \`journal\`, whether its record is \`checking\`, \`intact\` or \`differs\`. Neither needs a sign-in.`

export const spreadText = `The published API of Delta-1 spreads, in its own types: ids are texts of eighteen digits, sizes (\`min_order_size\`, \`min_block_size\`, \`contract_size\`) are
JSON numbers, prices signed texts, times nanoseconds, and every amount stands twice: whole, and exactly under the same name with \`_decimal\`. Parameters of reads are taken in camel case as well.
A strategy sells its nearer leg and buys its later one: its price is the later leg less the nearer one (rulebook 17).

A book that is always right: subscribe \`order_book.{strategy_id}.L2\`, then read the book over REST and drop every change whose \`seq_id\` is not above the book's. Each later one replaces what was
known of its prices, and an amount of 0 takes one away. A \`prev_seq_id\` above the last \`seq_id\` that you have says that a change is missing: read the book again.`

export const socketText = `\`ws://<host>/v2/drfq/\`, \`/v1/ob/\`, \`/v1/grfq/\` or \`/v1/fs/\`, with or without the slash at the end: each flow has its own channels.

| query | |
|---|---|
| \`api-key\` | the access key, beside the three signature headers over GET and the path, or in place of them where the key is compatible |
| \`ticket\` | of \`POST /account/socket-ticket/\`, by a session or a key: opens one socket within 30 s, so that neither token nor access key stands in an address; that of a session from a browser only from this server's own pages |
| \`token\` | a session's token, for programs that cannot ask for a ticket; from a browser only from this server's own pages |
| \`cancel_on_disconnect\` (or with dashes) | \`true\`, \`false\`, \`1\`, \`0\`. When the last socket of the key is gone, its open RFQs and orders are cancelled, unless all its sockets said false. Keys that are signed or bring a ticket cancel by default, sessions do not; a socket that only names its key never does, and one that says true is refused |
| \`from_seq\` | resume: for each \`seq_group\` the last \`seq_num\` you have, \`1:55,2:10\`; one number alone is read for every group |

A key opens sockets as it makes calls: with \`Authorization\`, \`Paradigm-API-Timestamp\` and \`Paradigm-API-Signature\` over GET and the path, with its query or without. A key that its desk has made compatible (\`is_compatible\`) opens
them by its name alone too, as published; such a socket reads what the key may read, cancels nothing when it goes, and does not keep the key present (rulebook 2.15).

A bad key or query is refused with HTTP 403, in JSON as everywhere: \`SocketNotSigned\` where a key that is not compatible was only named.

## Requests

\`\`\`
→ {"id": 1, "jsonrpc": "2.0", "method": "subscribe", "params": {"channel": "rfqs"}}
← {"id": 1, "jsonrpc": "2.0", "result": ["rfqs"]}
→ {"id": 2, "jsonrpc": "2.0", "method": "heartbeat"}
← {"id": 2, "jsonrpc": "2.0"}
→ {"id": 3, "jsonrpc": "2.0", "method": "unsubscribe", "params": {"channel": "rfqs"}}
← {"id": 3, "jsonrpc": "2.0", "result": ["rfqs"]}
\`\`\`

At \`/v1/fs/\` the answer to subscribe and unsubscribe is an object: \`{"channel": "orders.ALL.ALL.ALL"}\`. There \`ALL\` stands for every value of a part of a name, and what was subscribed begins to speak
once no request has come for a tenth of a second: who sends several at once reads their answers first.

An id is an integer or a text and is answered as it was sent. A heartbeat has to come every 10 seconds, so send one every five; for a session any frame will do.
Errors are \`{"id", "jsonrpc", "error": {code, message, data}}\` with the codes of [errors](errors.md).

\`subscribe\` takes two members more:

- \`"snapshot": true\`: the first notification has the event \`SNAPSHOT\` and the list as data: what is open (drafts of your own too, and orders of which some is at the venue), the newest trades.
  \`meta.positions\` holds the number of each group up to which the list is complete. \`meta.truncated: true\` says that it is cut, and the rest is in the list of the same name over REST. It has at most
  500 direct RFQs and the quotes in them, 1,000 orders and 100 trades of yours and of the tape; of order books 1,000 markets, 5,000 quotes and 500 trades. Subscribing again asks for it again.
- \`"from_seq": {"1": 55, "2": 10}\`: everything after these numbers is sent first; where it is no longer kept, a snapshot comes instead.

## Notifications

\`\`\`
{"jsonrpc": "2.0", "method": "subscription", "params": {
  "channel": "rfqs",                  // as you wrote it
  "data": {…},
  "event": "ADDED",                   // ADDED, UPDATED, REMOVED or SNAPSHOT; streams (bbo, market_data, platform_state, venue_fees) have none
  "meta": {"seq_group": 1, "seq_num": 3481600000000032, "prev_seq_num": 3481599999180801, "server_time": 1700000000000}
}}
\`\`\`

\`seq_num\` grows within a \`seq_group\` (a market: one venue and one base currency; 64 for refusals; 0 for streams). It is made of the decision's time and counts
nothing of others: compare it, and do not count by it. \`prev_seq_num\` is the number of the notification before this one that you were sent on this channel and
group: when it is not the one you have, subscribe again. One decision may send several notifications on a channel: the last carries the decision's number, those before it the number below, so that whoever
resumes in the middle gets the whole decision again and loses nothing. Those before the last also say in \`seq_left\` how many are still to
come, and \`prev_seq_left\` says it of the notification before: with both numbers every notification has a position of its own, and a copy or
one that was overtaken can be told from what follows. \`server_time\` is the server's clock when it was written, ms. Notifications are sent after what they tell is durable, never before.

## Why a socket is closed

| code | reason | |
|---|---|---|
| 4401 | KeyRevoked | the key was revoked or the session has ended |
| 4403 | RoleChanged | of a session: the person's role at the desk is another now; connect again |
| 4404 | VenuesChanged | the desk is offered other venues than before, because it has connected or disconnected an account at Paradex (rulebook 3.23); connect again and subscribe with a snapshot |
| 4408 | HeartbeatMissing | no heartbeat for 10 seconds; never sooner, and less than a second later |
| 4413 | ConsumerTooSlow | more than 1 MiB was waiting to be read; connect again and resume. Streams skip to their newest value instead |
| 1009 | | a frame was larger than 64 KiB |
| 1011 | SnapshotFailed | connect again |
| 1001 | ServerStopping | connect again in a moment |`
