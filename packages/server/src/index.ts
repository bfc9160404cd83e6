/** The one door of server. */
export type * from './engine/engine.ts'
export type * from './engine/machine.ts'
export { openDatabase, type Database } from './postgres/supervisor.ts'
export { connect } from './postgres/connect.ts'
export { migrate } from './postgres/migrate.ts'
export { StartProblem, type StartProblemKind } from './postgres/start-problem.ts'
export { silent, type Log } from './log.ts'
