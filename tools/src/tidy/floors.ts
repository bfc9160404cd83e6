/**
 * The floors of each package, from the top. A folder imports only from floors below its own. A file in `src` itself has a floor if it is named
 * here; `.` is the floor of the others. `web/features` and `core/rfq` are single folders of a package with floors of their own.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  core: [
    ['.'],
    ['account', 'auctions', 'compare', 'leaderboard', 'line', 'perpetuals', 'positions', 'reconciliation', 'shard'],
    ['rfq'],
    ['protection', 'spread'],
    ['book', 'pricing'],
    ['structure'],
    ['catalogue'],
    ['canceler.ts', 'numbers'],
    ['audience-kind.ts', 'change-origin.ts', 'deadlines.ts', 'decimal.ts', 'refusal.ts'],
    ['ids.ts'],
  ],
  'core/rfq': [
    ['decide.ts', 'evolve.ts', 'snapshot.ts'],
    ['booking', 'orders', 'record'],
    ['display', 'matching'],
    ['life', 'transitions.ts'],
    ['model'],
  ],
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
}
