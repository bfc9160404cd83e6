/**
 * The floors of a package, from the top. A folder imports only from floors below its own. `.` is the files of `src` itself, and a file of `src`
 * may have a floor of its own. `web/features` is one folder of a package.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['cli'],
    ['.'],
    ['api'],
    ['auctions', 'news', 'operator', 'perpetuals', 'positions', 'reconciliation', 'spreads'],
    ['leaderboard'],
    ['rfq'],
    ['venue-makers'],
    ['protection', 'settlement'],
    ['catalogue'],
    ['accounts', 'market-data'],
    ['limits', 'platform', 'shards'],
    ['calls'],
    ['engine'],
    ['audit', 'embedded-postgres', 'mail'],
    ['vault'],
    ['database'],
    ['json', 'log', 'queues'],
  ],
  web: [['.'], ['app'], ['features'], ['live'], ['components'], ['theme']],
  'web/features': [
    ['auctions', 'desk', 'desk-admin', 'leaderboard', 'perpetuals', 'spreads'],
    ['blotter'],
    ['trade', 'positions'],
    ['rfq'],
    ['booking', 'line'],
    ['account', 'allocation', 'protection', 'structure'],
    ['help', 'market-data'],
  ],
  bench: [['.']],
  e2e: [
    ['screens'],
    ['auctions', 'fuzz', 'group-rfq', 'leaderboard', 'perpetuals', 'reliability', 'spreads', 'start'],
    ['direct-rfq', 'protocol'],
    ['product-and-browser.ts'],
    ['protection'],
    ['account'],
    ['.'],
  ],
}
