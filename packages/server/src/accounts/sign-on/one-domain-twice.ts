/** Another desk's sign-on has this domain of email addresses. */
export class OneDomainTwice extends Error {
  readonly domain: string
  constructor(domain: string) {
    super(`${domain} belongs to the sign-on of another desk`)
    this.domain = domain
  }
}
