/** Environment variables of every service in the company: a dependency that Nest injects into the reconciler. */
export class CompanyEnvironment {
  readonly variables: Readonly<Record<string, string>> = { COMPANY: 'ACME' }
}
