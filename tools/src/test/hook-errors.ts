/** Errors of hooks and of whole files. Vitest's own report in JSON leaves them out: a file then failed for no reason that a reader can find. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** By the full path of a test file. */
export type HookErrors = Readonly<Record<string, readonly string[]>>

export class HookErrorReporter implements Reporter {
  readonly #into: string
  readonly #errors: Record<string, readonly string[]> = {}

  constructor(into: string) {
    this.#into = into
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
    if (errors.length > 0) this.#errors[module.moduleId] = errors.map(({ stack, message }) => stack ?? message)
  }

  onTestRunEnd(): void {
    writeFileSync(this.#into, JSON.stringify(this.#errors))
  }
}
