/** SQL as a template: an inserted value becomes a parameter, a quoted name or a part of the statement, but never raw text. */

/** Rows, and the number of affected rows. */
export type Result<Rows extends readonly object[]> = Rows & { readonly count: number }

export type Rendered = { readonly text: string; readonly values: readonly unknown[] }
/** `onSent` is called when the last byte has been sent, if the connection can tell. */
export type Run = (statement: Rendered, onSent?: () => void) => Promise<Result<readonly object[]>>
/** Yields some rows at a time. */
export type Page = (statement: Rendered, rows: number) => AsyncIterable<readonly object[]>

export type Column = string | number | bigint | boolean | null | Date | Uint8Array
export type Value = Column | readonly Column[] | Name | Json | Statement<readonly object[]> | readonly Statement<readonly object[]>[]

/** The name of a table or column. A dot separates its levels. */
export class Name {
  readonly quoted: string

  constructor(name: string) {
    this.quoted = `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
  }
}

export class Json {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** Runs once, when it is awaited. Inside another statement it becomes a part of that one and never runs itself. */
export class Statement<Rows extends readonly object[] = readonly object[]> implements Promise<Result<Rows>> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #parts: readonly string[]
  readonly #values: readonly Value[]
  readonly #run: Run
  readonly #page: Page
  #running: Promise<Result<Rows>> | undefined

  constructor(parts: readonly string[], values: readonly Value[], on: { readonly run: Run; readonly page: Page }) {
    this.#parts = parts
    this.#values = values
    this.#run = on.run
    this.#page = on.page
  }

  execute(onSent?: () => void): Promise<Result<Rows>> {
    this.#running ??= this.#start(onSent)
    return this.#running
  }

  async #start(onSent: (() => void) | undefined): Promise<Result<Rows>> {
    // The author of the statement declares the type of its rows.
    return (await this.#run(render(this), onSent)) as Result<Rows>
  }

  /** Only inside a transaction. */
  cursor(rows: number): AsyncIterable<Rows> {
    return this.#page(render(this), rows) as AsyncIterable<Rows>
  }

  then<A = Result<Rows>, B = never>(
    done?: ((rows: Result<Rows>) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(done, failed)
  }

  catch<B>(failed: (error: unknown) => B | PromiseLike<B>): Promise<Result<Rows> | B> {
    return this.execute().catch(failed)
  }

  finally(done: () => void): Promise<Result<Rows>> {
    return this.execute().finally(done)
  }

  /** Appends to the text and the parameters of the whole statement. */
  appendTo(text: string, values: unknown[]): string {
    let all = text + this.#parts[0]!
    for (const [place, value] of this.#values.entries()) all = append(all, value, values) + this.#parts[place + 1]!
    return all
  }
}

export function render(statement: Statement<readonly object[]>): Rendered {
  const values: unknown[] = []
  return { text: statement.appendTo('', values), values }
}

function append(text: string, value: Value | undefined, values: unknown[]): string {
  if (value instanceof Statement) return value.appendTo(text, values)
  if (value instanceof Name) return text + value.quoted
  if (isListOfStatements(value)) return value.reduce((all, one) => `${one.appendTo(all, values)} `, text)
  // The types forbid it. A missing value must not silently become a null.
  if (value === undefined) throw new Error(`A parameter of this statement is undefined: ${text.trim().slice(-200)}`)
  values.push(value instanceof Json ? value.text : value)
  return `${text}$${values.length}`
}

const isListOfStatements = (value: Value | undefined): value is readonly Statement<readonly object[]>[] =>
  Array.isArray(value) && value[0] instanceof Statement
