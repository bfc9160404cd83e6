/** The one door of simulator. */
export { createDeribitSimulator, type DeribitSimulator, type DeribitSimulatorOptions } from './deribit/simulator.ts'
export type { SimulatedAccount } from './deribit/accounts.ts'
export type { ExecutedBlock } from './deribit/blocks.ts'
export type { Fault, FaultOrder, Faults } from './deribit/faults.ts'
export { startDesks, type DeskLogin, type DeskSetting } from './desks/desks.ts'
export { startDemo, type Demo, type DemoSetting } from './demo/demo.ts'
export type { DemoDesk, DemoFile, DemoUser } from './demo/demo-file.ts'
