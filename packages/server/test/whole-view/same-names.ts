/** Names for the ids in a view: the position at which their reader first saw each one, so that two installations can be compared. */

const TEXT_ID = /\b[a-z]{1,4}_[0-9A-Za-z]{16,}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
/** Ids in the order-book flow have 14 or 15 digits. Times have 13 and sequence numbers have 16, so they do not match. */
const NUMBER_ID = /(?<![\d.])\d{14,15}(?![\d.])/g
/** Ids of listed spreads. */
const SPREAD_ID = /(?<!\d)1\d{17}(?!\d)/g
/** Bids and trades of auctions have random numbers of up to fifteen digits. A time has thirteen, so they are recognised by their position. */
const AUCTION_ID = /(?<="(?:id|quote_id|trade_id|order_id)":"?|Bid )\d{8,13}(?="?[,}]| is better)/g
/** The cursor of the first page's last row, after a mark derived from it. */
const MARK_CHARACTERS = 8

export function createSameNames() {
  const names = new Map<string, string>()
  const nameOf = (id: string): string => {
    const known = names.get(id)
    if (known !== undefined) return known
    const name = `id ${names.size + 1}`
    names.set(id, name)
    return name
  }
  const renamed = (text: string): string =>
    text.replaceAll(TEXT_ID, nameOf).replaceAll(NUMBER_ID, nameOf).replaceAll(SPREAD_ID, nameOf).replaceAll(AUCTION_ID, nameOf)
  /** When a venue account was read, and whether that is long ago, depends on real time. */
  const readReading = (text: string): string =>
    text.replaceAll(/"read_at":(\d+|null)/g, '"read_at":0').replaceAll(/"state":"(FRESH|STALE|UNREAD)"/g, '"state":""')
  const readCursor = (text: string): string =>
    text.replaceAll(/"next":"([^"]+)"/g, (_, cursor: string) => {
      const [at, id] = Buffer.from(cursor.slice(MARK_CHARACTERS), 'base64url').toString().split(' ')
      return `"next":"cursor ${at} ${/^\d{8,}$/.test(id ?? '') ? nameOf(id!) : id}"`
    })
  return {
    /** The day knows the object by this name, in both runs. */
    know: (id: string, name: string): void => void names.set(id, name),
    /** The time at which a frame was written and the number of a stream depend on real time. Colours and access keys are as random as ids. */
    read: (text: string): string =>
      renamed(
        readReading(readCursor(text))
          .replaceAll(/"server_time":\d+/g, '"server_time":0')
          .replaceAll(/"seq_group":0,"seq_num":\d{13},/g, '"seq_group":0,"seq_num":0,')
          .replaceAll(/localhost:\d+/g, 'localhost')
          .replaceAll(/"(request_id|color|access_key_prefix|hash)":"[^"]*"/g, '"$1":""'),
      ),
  }
}
