/** Advice for each error: the guide is made from this and from the catalogue, so that no error is left out. */
import { errors, type ErrorName } from '@parley/contracts'

const advice: Partial<Record<ErrorName, string>> = {
  ParseError: 'Send JSON in UTF-8. A body cut off by a proxy looks like this too.',
  InvalidRequest: 'Look at size (64 KiB), depth (12) and headers.',
  MethodNotFound: 'Check path and method; `allow` names the methods that exist there.',
  InvalidParams: '`data.member` names the field, and the message what would be accepted. Do not send it again unchanged.',
  InternalError:
    'Nothing you did. Whether it was carried out is not known: ask for the state, or repeat with the idempotency key. Give support the `x-request-id`.',
  NotAuthenticated: 'Send the three headers, or a token.',
  InvalidSignature:
    'Read the sentence. Wrong: sign the bytes that you send, path with slash and query. Late: set the clock. Received before: sign again, or use an idempotency key from the first time on.',
  InvalidAccessKey: 'The key was revoked, has expired, or belongs to another installation. Do not go on trying.',
  RateLimited: 'Wait for as long as `Retry-After` says, then send it again. Nothing was done.',
  Unavailable: 'Wait for `Retry-After`. For a write without an answer, repeat with the idempotency key.',
  InsufficientPermissions: 'A viewer cannot trade, a key cannot administer. Somebody with the role has to do it.',
  InvalidEnumerationValue: 'The message lists the words that are accepted.',
  NotFound: 'It never was, or is not yours to see. Drop it from your books.',
  IdempotencyKeyReused: 'A new body needs a new key. If it was meant to be the same request, compare byte for byte.',
  RfqClosed: 'Drop the request and everything that you hold for it.',
  NotACounterparty: 'To end a request of your own, cancel it.',
  QuantityBelowBlockMinimum: 'The message says the minimum block; it is per instrument and venue.',
  QuantityOffIncrement: 'Round down to the increment of the instrument.',
  AccountUnknown: 'Use a name of your desk’s accounts at this venue, or none for the default.',
  TooManyOpenRfqs: 'Cancel what you no longer need, or wait for expiry.',
  OrderClosed: 'Forget the id and post anew if you still want to.',
  OrderUnknown: 'Forget the id and post anew if you still want to. It is never another desk’s order.',
  PriceContradictsLegs: 'Send `legs` or `price`, or both where the legs make that price.',
  OrderPriceMissing: 'A taker gives `price`, a maker `legs` with a price for each.',
  PriceOffTick: 'Round to `min_tick_size` of the leg; a structure’s tick is in the message.',
  PriceOutsideBand: 'The venue would reject it. The message says the band; read marks again before you quote.',
  QuoteCrossesOwnSide: 'Move the other side first, or cancel it. Nothing has changed.',
  LayeringLimitReached: 'You have your order on that side: PUT it instead.',
  OwnDesk: 'A desk never trades with itself; pull the quote that stands in the way.',
  QuantityAboveRemaining: 'Ask for what remains; somebody was quicker.',
  TooManyOrders: 'Cancel orders that no longer matter.',
  PostOnlyWouldCross: 'Quote further away, or without post-only if you mean to take.',
  ClientOrderIdInUse: 'An open quote has it: it may be the one that you think was lost. Ask for it by this id.',
  QuoteWindowClosed: 'The market ends; stop quoting it.',
  ProtectionActive: 'Everything in the product was cancelled. Look at your position, then reset, or wait until it thaws.',
  TradingIsStopped:
    'Your administrator or the operator has stopped you. Cancelling goes on. Only they can allow it again; `trading_stop` tells when.',
  NotionalAboveLimit: 'Your own desk’s bound. Check the quantity before you ask for a higher one.',
  QuoteTooWide: 'Bring the bid and the ask together, or quote one side. The message says how far apart they may be.',
  TooManyQuotesPerTrade: 'Quote less often, or only what would trade. GET /v2/protection/integrity/ has the counts of the day.',
  VenuePaused:
    'The venue takes nothing now: wait for `Retry-After`, or for its state on `venue_states`. What stands stays, and cancelling goes on.',
  PriceFarFromMark: 'Your own desk’s bound. Check the price, and whether marks are fresh.',
  NotTwoWay: 'Send a bid and an ask of one request in the two lines, or the batch without `two_way`.',
  OtherSideRefused: 'Put the other line right and send both again. What stood before stands as it was.',
  AllocationInvalid: 'The parts have to add up to the quantity; none below the minimum block.',
  PricingImpossible: 'Price the legs yourself, or move the structure’s price by a tick.',
  StepUpRequired: 'A person has to prove again who they are; then repeat the call.',
  SocketNotSigned:
    'Sign the handshake as a call (GET, the path, no body), or ask for a ticket with a signed POST. The client library signs.',
  AddressNotAllowed: 'The key is bound to other addresses. An administrator changes that on the dashboard.',
}

/** Advice for errors that have none of their own. */
function general(name: ErrorName): string {
  const { status } = errors[name]
  if (status === 401) return 'Sign in again.'
  if (status === 403) return 'Somebody with the right has to do it.'
  if (status === 409) return 'Ask for the state before you try again.'
  return 'The message says what would be accepted. Do not send it again unchanged.'
}

const PAGE_HEAD = `Every answer of 400 and above is JSON: \`{code, error, message, detail, data?}\`; under \`/account/\` a 400 is \`{field: [text]}\`. On the socket a refusal is \`{id, error: {code, message, data}}\`. Branch on
\`error\` (or \`code\`, which a few share); show \`message\` to people; log \`x-request-id\`.

## The four questions

1. **Was it carried out?** With 400, 401, 403, 404, 409 and 429: no, and nothing has changed. With 2xx: yes, and it is on disk. With 207, which calls to several markets answer: in those whose fences it has, and not in those under \`unreached\`; the same request under the same \`Idempotency-Key\` goes on with these and does nothing twice. With 500, 503, a timeout or a broken connection: nobody knows. Ask \`GET /v2/commands/{idempotency_key}/\`, or send it again with the same \`Idempotency-Key\`, which gives the first answer
   if there was one.
2. **May I send it again?** As it is: only after 429 (wait for \`Retry-After\`), 503 (the same) and silence, and then with its idempotency key and a new signature: the signature of a write is good once, also of one that was turned away. After any other refusal it will be refused again. What comes again under its key is counted against no rate.
3. **Is what I believe still true?** Codes 2001, 3001 and 3009 say that it is not: drop the request or the order from your books. A socket that was closed, or a \`prev_seq_num\` that you do not have, says it of a whole channel: resume, or take the list.
4. **Is it me or them?** 5xx and closings with 1001 or 1011 are ours: wait, with growing pauses. 4413 is you reading too slowly; 4408 is a heartbeat that did not come; 4401 is a key that is no longer yours.

## How often

The rates are in the reference. Three things that programs trip over:

- **Opening.** In the direct flow every \`POST /v2/drfq/rfqs/\` is counted. In the order book only a market that was opened is, in each product of its legs: to join the one there is, or to be refused, costs nothing.
- **Taking.** An order of the book, an IOC quote and a taker's order in the direct flow are held to a desk's executions in a product; one that trades nothing as it comes costs nothing. A quote that may rest is never held back, although it crosses as it comes: say \`post_only\` where you do not mean to take.
- **Cancelling.** When all requests of a desk are used up, calls that cancel or protect have a rate of their own. Only \`DELETE /v1/ob/quotes/\` without a filter has a pace besides: name the venue, the side or the label.

## When a trade is rejected by the venue

There is no error for it: the deal was agreed, and the venue said no. The trade is REJECTED on \`trades\` with the venue's own words (\`rejection\`, in the order-book flow \`venue_error\`), and what was filled is given back or cancelled as the rulebook says. Typical reasons are funds and limits at the venue:
look there before you quote again.

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
