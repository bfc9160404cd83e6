/** The order of the files: on two cores a long one that begins last keeps one of them idle, so the dear projects come first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const DEAREST_FIRST: readonly string[] = ['people', 'programs', 'database', 'screens', 'rules']

/** Their few lines run for a minute and more: they begin first, or one core would wait for them at the end. */
const LONG = [
  'fuzz/fuzz.e2e.ts',
  'reliability/crash.e2e.ts',
  'start/start.e2e.ts',
  'auctions/auctions.e2e.ts',
  'protocol/idempotency.e2e.ts',
  'src/api/whole-view.db.test.ts',
  'src/auctions/whole-view.db.test.ts',
]

const rankOf = ({ project, moduleId }: TestSpecification): number =>
  2 * DEAREST_FIRST.indexOf(project.name) + (LONG.some((path) => moduleId.endsWith(path)) ? 0 : 1)

export class DearestFirst extends BaseSequencer {
  /** Within a project as Vitest has it: by how long a file took last time, by its size where that is not known. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
