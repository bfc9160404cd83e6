/** Texts of the reference that are not in the schemas: who may call, how calls are signed, and how the socket works. */
import type { Call } from '@parley/contracts'

export const whoTexts: Readonly<Record<Call['who'], string>> = {
  anyone: 'Anyone, without signing in.',
  member: 'Any member of a desk, and API keys.',
  person: 'Any signed-in member of a desk; not API keys.',
  trader: 'Traders, administrators and keys; not viewers.',
  bidder: 'Traders, DOV users, administrators and keys; not viewers.',
  administrator: "The desk's administrators.",
}

export const stepUpTexts: Readonly<Record<NonNullable<Call['stepUp']>, string>> = {
  password: 'Within ten minutes of signing in or POST /account/password-check/.',
  factor: 'Within ten minutes of signing in or POST /account/password-check/, with the second factor if one is enabled.',
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
| [Positions](rest-positions.md) | positions and balances of your accounts at the venues, and reading them again |
| [Perpetuals](rest-perpetuals.md) | markets of perpetuals, your desk's account at their venue, and orders under it |
| [Auctions of vaults](rest-auctions.md) | auctions, blind bids that are signed, the vault's decisions, settlements, under \`/v1/vrfq\` |
| [The socket](socket.md) | notifications as things happen |
| [Entities](entities.md), [errors](errors.md), [limits](limits.md) | |
| [OpenAPI 3.1](openapi.json), [AsyncAPI 3](asyncapi.json) | the same for machines; an installation serves them, and a page to read, under \`/docs/api\` |

## Who is calling

**A bot** signs each call with its desk's key pair:

- \`Authorization: Bearer <access key>\`
- \`Paradigm-API-Timestamp: <milliseconds since 1970>\`, within 30 s of the server's clock
- \`Paradigm-API-Signature: <base64>\`, the HMAC-SHA256, with the base64-decoded secret key, of

\`\`\`
<timestamp>\\n<METHOD>\\n<path with query, as sent>\\n<body, byte for byte>
\`\`\`

Optional: \`Paradigm-Account: <desk>\`; it must be the key's own desk. With a secret key of the bytes 0 to 31 and the timestamp 1700000000000,
\`POST /v2/drfq/rfqs/\` with the body \`{"venue":"DBT"}\` has the signature \`u601ZDihhcsPu79DVFo1zJaV0c2NLpSDr1Qr3byOeVc=\`.

**A person** signs in ([POST /account/login/](rest-account.md)) and sends \`Authorization: Token <token>\`. If a response has the header
\`Refreshed-Token\`, use that token from the next call on. The old token works until the new one is used, and for two more minutes.

## How calls are written

- Every path works with or without a slash at its end.
- Decimals are strings; JSON numbers are accepted as input, and are rounded to 15 digits. Times are in milliseconds, under \`/v1/fs\` in nanoseconds; its \`expires_in\` is in seconds.
- Reads refuse unknown parameters, because a list without its filter would return more than was requested. Writes ignore unknown members, except for calls that cover everything unless it is narrowed down (mass cancels, resets, stops) and the call that sets default accounts: these refuse unknown members. If a query key is repeated, the last value counts, except for lists.
- Lists come in pages: \`{results, next, count?}\`. While \`next\` is not null, request the next page with \`cursor=<next>\`; it needs no escaping. A cursor is valid only for the list that returned it: any other cursor is refused with 400 and the member \`cursor\`.
- The response to a write is the final decision: the \`state\` of an order is OPEN or CLOSED, never pending. Perpetuals are decided by their venue: an order can be \`NEW\`, a cancellation returns 202, and the channel of the account reports the rest.
- Each signature of a write is valid once. A repeated signature is refused with 401, even if the first request was refused with 429 or 503: sign again. With the idempotency key of the first request, a repeat returns the response of a write that was carried out. Reads can be repeated with the same signature.
- \`Idempotency-Key: <1 to 128 visible ASCII characters>\` on a write makes it safe to repeat: the same key, call and body return the first response, with the header \`Idempotency-Replayed: true\`. A different call or body under the same key is refused with 409.
- Idempotency keys belong to the user or the API key that sends them and never collide with a colleague's. Secrets that are shown once (the secret of an API key,
  backup codes) are not in a repeated response. Calls about the session itself (refresh, socket ticket, logout) accept no idempotency key.
- If you did not receive the response to a command, read its outcome within 24 hours: [GET /v2/commands/{idempotency_key}/](rest-fate.md).
- Every response has the headers \`x-request-id\` and \`x-server-time-ms\`, the server's clock when the response was sent. Errors also carry the id as \`request_id\`.

\`GET /health/live\` (also \`/healthz\`) reports that the process is running. \`GET /health/ready\` (also \`/readyz\`) reports that it accepts calls, or answers 503 with its \`reasons\`: it starts or stops, the database is away or full, or another process has taken over its markets. It also reports, as \`journal\`, whether its journal is \`checking\`, \`intact\` or \`differs\`. Neither needs a sign-in.`

export const spreadText = `The published API of Delta-1 spreads uses its own types: ids are strings of eighteen digits, sizes (\`min_order_size\`, \`min_block_size\`, \`contract_size\`) are
JSON numbers, prices are signed strings, and times are in nanoseconds. Every amount appears twice: as a whole number, and exactly under the same name with \`_decimal\`. Reads also accept parameters in camel case.
A strategy sells its nearer leg and buys its later one: its price is the later leg less the nearer one (rulebook 17).

To keep an accurate book, subscribe to \`order_book.{strategy_id}.L2\`, then read the book over REST and drop every update whose \`seq_id\` is not above the book's. Each later update replaces the
amounts at its prices, and an amount of 0 removes a price. If a \`prev_seq_id\` is above the last \`seq_id\` that you have, an update is missing: read the book again.`

export const socketText = `\`ws://<host>/v2/drfq/\`, \`/v1/ob/\`, \`/v1/grfq/\` or \`/v1/fs/\`, with or without a slash at the end. Each flow has its own channels.

| query | |
|---|---|
| \`api-key\` | the access key, in addition to the three signature headers over GET and the path, or instead of them if the key is compatible |
| \`ticket\` | a ticket from \`POST /account/socket-ticket/\`, which sessions and keys can call. It opens one socket within 30 s, so that neither token nor access key appears in a URL. In a browser, the ticket of a session works only from this server's own pages |
| \`token\` | a session's token, for programs that cannot request a ticket. In a browser it works only from this server's own pages |
| \`cancel_on_disconnect\` (or with dashes) | \`true\`, \`false\`, \`1\`, \`0\`. When the last socket of the key closes, its open RFQs and orders are cancelled, unless all its sockets sent false. The default is true for sockets of keys, and false for sessions |
| \`from_seq\` | resume: the last \`seq_num\` you have for each \`seq_group\`, as in \`1:55,2:10\`. A single number applies to every group |

A key signs a socket like a call: with \`Authorization\`, \`Paradigm-API-Timestamp\` and \`Paradigm-API-Signature\` over GET and the path, with or without its query. A key that its desk has made compatible (\`is_compatible\`) can also open
sockets by its name alone, as in the published API. Such a socket does everything that a signed one does, \`cancel_on_disconnect\` included (rulebook 2.15).

An invalid key or query is refused with HTTP 403 and a JSON error as usual, with its sentence in the status line too: \`SocketNotSigned\` if a key that is not compatible was only named.

## Requests

\`\`\`
→ {"id": 1, "jsonrpc": "2.0", "method": "subscribe", "params": {"channel": "rfqs"}}
← {"id": 1, "jsonrpc": "2.0", "result": ["rfqs"]}
→ {"id": 2, "jsonrpc": "2.0", "method": "heartbeat"}
← {"id": 2, "jsonrpc": "2.0"}
→ {"id": 3, "jsonrpc": "2.0", "method": "unsubscribe", "params": {"channel": "rfqs"}}
← {"id": 3, "jsonrpc": "2.0", "result": ["rfqs"]}
\`\`\`

At \`/v1/fs/\` the response to subscribe and unsubscribe is an object: \`{"channel": "orders.ALL.ALL.ALL"}\`. \`ALL\` stands for every value of that part of a name. Notifications of a new subscription start
once no request has arrived for a tenth of a second, so a client that sends several requests at once reads their responses first.

An id is an integer or a string, and the response repeats it. The server expects a heartbeat every 10 seconds, so send one every five. For a session, any frame counts.
Errors are \`{"id", "jsonrpc", "error": {code, message, data}}\` with the codes of [errors](errors.md).

\`subscribe\` accepts two more members:

- \`"snapshot": true\`: the first notification has the event \`SNAPSHOT\` and the list as its data: everything that is open (including your drafts, and orders with a quantity that is settling at the venue) and the newest trades.
  \`meta.positions\` gives, for each group, the number up to which the list is complete. \`meta.truncated: true\` means that the list is incomplete; the rest is in the list of the same name over REST. A snapshot contains at most
  500 direct RFQs and their quotes, 1,000 orders, and 100 each of your trades and of the trade tape; for order books, 1,000 markets, 5,000 quotes and 500 trades. Subscribe again to get a new snapshot.
- \`"from_seq": {"1": 55, "2": 10}\`: everything after these numbers is sent first. If that history is no longer available, a snapshot is sent instead.

## Notifications

\`\`\`
{"jsonrpc": "2.0", "method": "subscription", "params": {
  "channel": "rfqs",                  // as you sent it
  "data": {…},
  "event": "ADDED",                   // ADDED, UPDATED, REMOVED or SNAPSHOT; streams (bbo, market_data, platform_state, venue_fees, held_requests) have none
  "meta": {"seq_group": 1, "seq_num": 3481600000000032, "prev_seq_num": 3481599999180801, "server_time": 1700000000000}
}}
\`\`\`

\`seq_num\` grows within a \`seq_group\` (a market: one venue and one base currency; 64 for refusals; 0 for streams). It is derived from the time of the decision, so that it reveals nothing about
other desks: compare numbers, but do not expect them to be consecutive. \`prev_seq_num\` is the number of the previous notification that was sent to you on this channel and
group. If it is not the last number you have, subscribe again. One decision can send several notifications on a channel. The last one carries the decision's number and the earlier ones the number below it, so that a client that
resumes in the middle receives the whole decision again and loses nothing. The earlier ones also carry \`seq_left\`, the number of notifications still to
come, and \`prev_seq_left\` is that number of the previous notification. Together, the two numbers give every notification its own position, so that duplicates and
out-of-order notifications can be recognised. \`server_time\` is the server's clock in ms when the notification was written. A notification is sent only after the decision it reports is durable.

## Why a socket is closed

| code | reason | |
|---|---|---|
| 4401 | KeyRevoked | the key was revoked or the session has ended |
| 4403 | RoleChanged | sessions only: the user's role at the desk has changed; connect again |
| 4404 | VenuesChanged | the venues offered to the desk have changed, because it connected or disconnected a Paradex account (rulebook 3.23); connect again and subscribe with a snapshot |
| 4408 | HeartbeatMissing | no heartbeat for 10 seconds; the socket closes less than a second later and never earlier |
| 4413 | ConsumerTooSlow | more than 1 MiB was waiting to be read; connect again and resume. Streams do not cause this: they skip to their newest value |
| 1009 | | a frame was larger than 64 KiB |
| 1011 | SnapshotFailed | connect again |
| 4409 | TakenOver | another process of the server has taken over the markets; connect again to reach it |
| 1001 | ServerStopping | connect again in a moment |`
