/** The order of the test files: if a long one starts last on two cores, the other core is idle, so the slowest projects come first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const DEAREST_FIRST: readonly string[] = ['product', 'database', 'screens', 'presenters', 'rules']

/** These few lines run for a minute or more. They start first, or one core would wait for them at the end. */
const LONG = [
  'fuzz/fuzz.e2e.ts',
  'reliability/crash.e2e.ts',
  'start/start.e2e.ts',
  'auctions/auctions.e2e.ts',
  'protocol/idempotency.e2e.ts',
  'cluster/cluster-faults.db.test.ts',
  'cluster/cluster.db.test.ts',
  'src/api/whole-view.db.test.ts',
  'src/auctions/whole-view.db.test.ts',
]

const rankOf = ({ project, moduleId }: TestSpecification): number =>
  2 * DEAREST_FIRST.indexOf(project.name) + (LONG.some((path) => moduleId.endsWith(path)) ? 0 : 1)

export class DearestFirst extends BaseSequencer {
  /** Within a project in Vitest's order: by the duration of the last run, or by file size if that is unknown. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
