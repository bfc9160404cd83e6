/** The floors of a package, from the top. A folder imports only from floors below its own; `.` is what stands in `src` itself; `web/features` is one folder of a package. */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['cli'],
    ['.'],
    ['api'],
    ['news', 'operator'],
    ['rfq'],
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
    ['desk', 'desk-admin'],
    ['blotter'],
    ['rfq'],
    ['line'],
    ['account', 'allocation', 'protection', 'structure'],
    ['market-data'],
  ],
}
