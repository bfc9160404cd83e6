/** Advice for each error. The guide is generated from this and from the error catalogue, so no error is missing. */
import { errors, type ErrorName } from '@parley/contracts'

const advice: Partial<Record<ErrorName, string>> = {
  ParseError: 'Send JSON in UTF-8. A body cut off by a proxy looks like this too.',
  InvalidRequest: 'Check the size (at most 64 KiB), the nesting depth (at most 12) and the headers.',
  MethodNotFound: 'Check the path and the method. The `allow` header lists the methods of this path.',
  InvalidParams: '`data.member` names the field, and the message describes what is accepted. Do not send the request again unchanged.',
  InternalError:
    'This is not your error. It is not known whether the request was carried out: read the state, or repeat the request with its idempotency key. Give the `x-request-id` to support.',
  NotAuthenticated: 'Send the three signature headers, or a session token.',
  InvalidSignature:
    'The message gives the reason. Wrong signature: sign exactly the bytes that you send, with the path, its slash and the query. Too late: correct your clock. Received before: sign again, or use an idempotency key from the first attempt.',
  InvalidAccessKey: 'The key was revoked, has expired, or belongs to another installation. Stop retrying.',
  RateLimited: 'Nothing was carried out. Wait for the time in `Retry-After`, then send the request again.',
  Unavailable: 'Wait for the time in `Retry-After`. If a write got no response, repeat it with its idempotency key.',
  InsufficientPermissions: 'Viewers cannot trade, and keys cannot administer a desk. A member with the required role has to do it.',
  InvalidEnumerationValue: 'The message lists the accepted values.',
  NotFound: 'It does not exist, or your desk cannot see it. Drop it from your records.',
  IdempotencyKeyReused: 'Use a new key for a new body. If you meant to repeat a request, compare the two byte for byte.',
  RfqClosed: 'Drop the RFQ and everything that you keep for it.',
  NotACounterparty: 'Only counterparties can decline an RFQ. To end your own RFQ, cancel it.',
  QuantityBelowBlockMinimum: 'The message gives the minimum block size. It depends on the instrument and the venue.',
  QuantityOffIncrement: 'Round the quantity down to the increment of the instrument.',
  AccountUnknown: 'Name one of your desk’s accounts at this venue, or leave the field out for the default account.',
  TooManyOpenRfqs: 'Cancel RFQs that you no longer need, or wait until they expire.',
  OrderClosed: 'Drop the id, and send a new order if you still want to trade.',
  OrderUnknown: 'Drop the id, and send a new order if you still want to trade. The id never belongs to an order of another desk.',
  PriceContradictsLegs: 'Send `legs` or `price`. Send both only if the leg prices add up to that price.',
  OrderTooLate: 'Send it again with a later `not_after`, in milliseconds by the server’s clock.',
  OrderPriceMissing: 'A taker sends `price`; a maker sends `legs` with a price for each leg, or `price` for a single leg.',
  PriceOffTick: 'Round to the `min_tick_size` of the leg. For a structure, the message gives the tick.',
  PriceOutsideBand: 'The venue would reject this price. The message gives the accepted band. Read the mark prices again before you quote.',
  QuoteCrossesOwnSide: 'Nothing has changed. Move or cancel your quote on the other side first.',
  LayeringLimitReached: 'You already have an order on that side: replace it with PUT.',
  OwnDesk: 'A desk cannot trade with itself. Cancel the quote that is in the way.',
  QuantityAboveRemaining: 'Another taker was faster. Send an order for the remaining quantity.',
  TooManyOrders: 'Cancel orders that you no longer need.',
  PostOnlyWouldCross: 'Quote further from the market, or without post-only if you want to take.',
  ClientOrderIdInUse: 'An open quote already has this id. It may be the quote that you believe was lost: look it up by this id.',
  QuoteWindowClosed: 'The market is about to close. Stop quoting it.',
  ProtectionActive: 'All your quotes in the product were cancelled. Check your position, then reset the protection, or wait until it resets itself.',
  TradingIsStopped:
    'Your administrator or the operator has stopped your trading. You can still cancel. Only they can resume trading; the `trading_stop` channel reports it.',
  NotionalAboveLimit: 'This is your own desk’s limit. Check the quantity before you ask for a higher limit.',
  ApprovalRequired:
    'This is your own desk’s rule. A person’s request waits for a colleague: follow `data.held_request`. A program has to send a smaller quantity.',
  QuoteTooWide: 'Narrow the quote, or quote one side only. The message gives the maximum width.',
  TooManyQuotesPerTrade: 'Quote less often, or only at prices that may trade. `GET /v2/protection/integrity/` returns the counts of the day.',
  VenuePaused:
    'The venue is not accepting trades. Wait for the time in `Retry-After`, or watch `venue_states`. Open RFQs and orders remain, and you can still cancel them.',
  PriceFarFromMark: 'This is your own desk’s limit. Check the price, and check that your mark prices are current.',
  NotTwoWay: 'Send one bid and one ask for the same RFQ, or send the batch without `two_way`.',
  OtherSideRefused: 'Correct the other side and send both again. Your earlier quotes remain unchanged.',
  AllocationInvalid: 'The parts have to add up to the quantity, and each must be at least the minimum block.',
  PricingImpossible: 'Price the legs yourself, or move the structure’s price by a tick.',
  StepUpRequired: 'The user has to confirm their identity again. Then repeat the call.',
  SocketNotSigned:
    'Sign the handshake like a call (GET, the path, no body), or get a ticket with a signed POST. The client library does this for you.',
  AddressNotAllowed: 'The key is restricted to other IP addresses. A desk administrator can change them in the dashboard.',
}

/** The advice for errors without an entry above. */
function general(name: ErrorName): string {
  const { status } = errors[name]
  if (status === 401) return 'Sign in again.'
  if (status === 403) return 'A user with the required permission has to do it.'
  if (status === 409) return 'Read the current state before you try again.'
  return 'The message describes what is accepted. Do not send the request again unchanged.'
}

const PAGE_HEAD = `Every response with a status of 400 or above is JSON: \`{code, error, message, detail, request_id, data?}\`. Under \`/account/\`, a 400 is \`{field: [text]}\`. On the socket, an error is \`{id, error: {code, message, data}}\`. Branch on \`error\` (or on \`code\`, which a few errors share), show \`message\` to people, and log \`x-request-id\`.

## The four questions

1. **Was it carried out?** After 400, 401, 403, 404, 409 or 429: no, and nothing has changed. After 2xx: yes, and it is on disk. Calls that cover several markets can return 207: they were carried out in the markets that are listed with their fences, and not in those under \`unreached\`. The same request with the same \`Idempotency-Key\` continues with the missing markets and does nothing twice. After 500, 503, a timeout or a broken connection, the outcome is unknown: read \`GET /v2/commands/{idempotency_key}/\`, or send the request again with the same \`Idempotency-Key\`, which returns the first response if there was one. An order with a \`not_after\` is never carried out after that time: sent again, it returns its first response or \`OrderTooLate\`.
2. **May I send it again?** Send a request again unchanged only after 429 or 503 (wait for the time in \`Retry-After\`) or when no response arrived. Use the same idempotency key and a new signature: each signature of a write is valid once, even if the write was refused. After any other error the request will be refused again. Repeats under the same key do not count against any rate limit.
3. **Is my state still correct?** Codes 2001, 3001 and 3009 mean that it is not: drop the RFQ or the order from your records. If a socket was closed, or a \`prev_seq_num\` is not the last number you have, the state of the whole channel is out of date: resume the channel, or read the list.
4. **Is it my error or the server's?** 5xx responses and socket closures with 1001, 1011 or 4409 come from the server: wait, with increasing pauses. 4413 means that you read too slowly, 4408 that a heartbeat is missing, and 4401 that your key is no longer valid.

## Rate limits

The reference lists the rates. Programs often run into three of them:

- **Opening.** In the direct flow, every \`POST /v2/drfq/rfqs/\` counts. In the order book, only a call that opens a new market counts, once for each product of its legs. Joining an existing market, or being refused, does not count.
- **Taking.** Order-book orders, IOC quotes and taker orders in the direct flow are limited to a number of executions for each desk and product. An order that does not trade on arrival does not count. A quote that can rest is never held back, even if it crosses on arrival: send \`post_only\` if you do not want to take.
- **Cancelling.** When a desk has used up its requests, calls that cancel or protect have a separate rate. Only \`DELETE /v1/ob/quotes/\` without a filter is limited further: name the venue, the side or the label.

## When the venue rejects a trade

This is not an API error: the trade was agreed, and the venue rejected it. The trade is REJECTED on \`trades\` with the venue's message (\`rejection\`, or \`venue_error\` in the order-book flow). The filled quantity becomes available again or is cancelled, as the rulebook specifies. Typical reasons are insufficient funds and account limits at the venue. Check them before you quote again.

## Every error
`

export function errorsGuide(): string {
  const names = Object.keys(errors) as ErrorName[]
  const rows = names.map(
    (name) => `| ${errors[name].code} | ${name} | ${errors[name].status} | ${errors[name].summary} | ${advice[name] ?? general(name)} |`,
  )
  return `${PAGE_HEAD}
| code | error | HTTP | meaning | what to do |
|---|---|---|---|---|
${rows.join('\n')}`
}
