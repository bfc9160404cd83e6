/** The one door of simulator. */
export { createDeribitSimulator, type DeribitSimulator, type DeribitSimulatorOptions } from './deribit/simulator.ts'
export type { SimulatedAccount } from './deribit/accounts.ts'
export type { ExecutedBlock } from './deribit/blocks.ts'
export type { Fault, FaultOrder, Faults } from './deribit/faults.ts'
