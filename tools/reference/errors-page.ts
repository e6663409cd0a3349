/** The page that lists every error a user can encounter. */
import type { RegisteredError } from './error-registry.ts'

export function formatErrorsPage(errors: readonly RegisteredError[]): string {
  const packages = [...new Set(errors.map((error) => error.package))].sort()
  const lines = [
    '<!-- Made by `npm run generate` from the error registries of the packages; edits are lost. -->',
    '# Errors',
    '',
    'Every error Kubewright raises is a `KubewrightError` with one of these codes. Codes are stable: recognise an error',
    'by its `code` (`isKubewrightError(error, code)`), never by its message. No code is ever used for something else.',
    '',
    ...packages.flatMap((name) => [
      `## ${name}`,
      '',
      ...errors.filter((each) => each.package === name).flatMap(formatError),
    ]),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function formatError({ code, summary, cause, remedy }: RegisteredError): string[] {
  return [`### ${code}`, '', summary, '', `- Cause: ${cause}`, `- Remedy: ${remedy}`, '']
}
