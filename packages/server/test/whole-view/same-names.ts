/** Names for the ids in a view: the place at which their reader first met each, so that two installations are read alike. */

const TEXT_ID = /\b[a-z]{1,4}_[0-9A-Za-z]{16,}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
/** Numbers of the order book have fourteen or fifteen digits, times thirteen, and sequence numbers sixteen. */
const NUMBER_ID = /(?<![\d.])\d{14,15}(?![\d.])/g
/** Everything of listed spreads. */
const SPREAD_ID = /(?<!\d)1\d{17}(?!\d)/g
/** Bids and trades of auctions have up to fifteen, at random; a time has thirteen, and so they are known by where they stand. */
const AUCTION_ID = /(?<="(?:id|quote_id|trade_id|order_id)":"?|Bid )\d{8,13}(?="?[,}]| is better)/g
/** Of the first page's last row, behind a mark made of it. */
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
  /** When an account at a venue was read, and whether that is long ago, is the machine's own time. */
  const readReading = (text: string): string =>
    text.replaceAll(/"read_at":(\d+|null)/g, '"read_at":0').replaceAll(/"state":"(FRESH|STALE|UNREAD)"/g, '"state":""')
  const readCursor = (text: string): string =>
    text.replaceAll(/"next":"([^"]+)"/g, (_, cursor: string) => {
      const [at, id] = Buffer.from(cursor.slice(MARK_CHARACTERS), 'base64url').toString().split(' ')
      return `"next":"cursor ${at} ${/^\d{8,}$/.test(id ?? '') ? nameOf(id!) : id}"`
    })
  return {
    /** The day knows it by this name, in both lives. */
    know: (id: string, name: string): void => void names.set(id, name),
    /** When a frame was written is the machine's own time, and the number of a stream's; colours and access keys are drawn with ids. */
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
