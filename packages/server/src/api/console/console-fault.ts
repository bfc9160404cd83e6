/** A refusal of a console call. The message tells the operator what would be accepted. */
export class ConsoleFault extends Error {
  readonly status: number
  readonly error: string
  constructor(status: number, error: string, message: string) {
    super(message)
    this.status = status
    this.error = error
  }
}
