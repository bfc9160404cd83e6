/** Members of requests at the socket of listed spreads, as in the published client. They identify a request in the logs of both sides. */

/** For one connection. */
export function createRequestStamps(): () => object {
  const connection_id = randomId()
  return () => ({ request_timestamp: Date.now(), request_uuid: randomId(), connection_id })
}

/** A version 4 UUID. It is generated here, because pages that are not served over TLS cannot use the browser's function. */
function randomId(): string {
  const chance = () => crypto.getRandomValues(new Uint8Array(1))[0]!
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ (chance() & (15 >> (Number(digit) / 4)))).toString(16),
  )
}
