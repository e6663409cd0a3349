/** What every service of the company carries: something a reconciler needs and does not make itself. */
export class CompanyEnvironment {
  readonly variables: Readonly<Record<string, string>> = { COMPANY: 'ACME' }
}
