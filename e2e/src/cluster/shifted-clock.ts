/** Imported before a process of an installation under faults: shifts its clock. Timers and the clock of the database are not shifted. */
const AHEAD_MS = Number(process.env['PARLEY_TEST_CLOCK_AHEAD_MS'] ?? 0)
const System = Date
const now = (): number => System.now() + AHEAD_MS

globalThis.Date = new Proxy(System, {
  construct: (_, values: unknown[], made) => Reflect.construct(System, values.length === 0 ? [now()] : values, made) as object,
  apply: () => new System(now()).toString(),
  get: (_, name) => (name === 'now' ? now : (Reflect.get(System, name) as unknown)),
})
