/** `kubewright generate`: writes everything derived from the definitions, or checks that it is up to date. */
import type { Finding } from '../check/finding.ts'
import { defineCommand, type Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { configOption, loadProject } from '../project/load-project.ts'
import { paintFor } from '../terminal/paint.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Part } from './generated-files.ts'
import type { StaleFile } from './write-generated.ts'

const options = {
  check: { type: 'boolean', help: 'Write nothing; list stale files, and exit with 1 if there are any.' },
  ...configOption,
} as const

export const generateCommand = defineCommand({
  name: 'generate',
  summary: 'Generate CRDs, permissions, manifests and docs from the definitions.',
  details: `crds       deploy/crds/*.yaml, from the resources
rbac       deploy/rbac.yaml, from what controllers, webhooks and leases declare
manifests  deploy/: all of that, the Deployment and what belongs to it, a kustomization, and install.yaml
docs       docs/api/*.md, from the resources

The same definitions always give the same files. Generated files that are obsolete are removed.`,
  args: [
    {
      name: 'WHAT',
      help: 'The files to generate. Default: all',
      isOptional: true,
      choices: ['crds', 'rbac', 'manifests', 'docs'],
    },
  ],
  options,
  examples: [
    { line: 'kubewright generate', says: 'Everything' },
    { line: 'kubewright generate crds', says: 'After a change of a schema, to apply it to a cluster' },
    { line: 'kubewright generate --check', says: 'In CI: is anything stale?' },
  ],
  run: generate,
})

async function generate(
  { options: { check, config }, args, isJson }: Input<typeof options>,
  terminal: Terminal,
): Promise<ExitCode> {
  const what = (args[0] ?? 'all') as Part | 'all'
  const project = await loadProject(config, terminal)
  const [{ foldersOf, generatedFiles }, { findStale, writeStale }, { escalationIn }, { misspeltVerbs }] =
    await Promise.all([
      import('./generated-files.ts'),
      import('./write-generated.ts'),
      import('../check/escalation.ts'),
      import('../check/misspelt-verbs.ts'),
    ])
  const files = generatedFiles(project, what)
  const stale = await findStale(project.root, files, foldersOf(what))
  if (!check) await writeStale(project.root, files, stale)
  const repair = repairOf(what)
  const warnings = what !== 'crds' && what !== 'docs' ? [...misspeltVerbs(project), ...escalationIn(project)] : []
  if (isJson) {
    const written = { files: [...files.keys()], stale, written: !check, ...(check ? { repair } : {}) }
    const warned = warnings.length === 0 ? {} : { warnings }
    terminal.stdout.write(`${JSON.stringify({ ...written, ...warned }, undefined, 2)}\n`)
  } else {
    terminal.stdout.write(report(stale, { files: files.size, isCheck: check, repair }, terminal))
    terminal.stderr.write(describeWarnings(warnings, terminal))
  }
  return check && stale.length > 0 ? 1 : 0
}

function describeWarnings(warnings: readonly Finding[], terminal: Terminal): string {
  const paint = paintFor(terminal.stderr, terminal)
  return warnings
    .map(({ subject, text, next }) => `${paint.yellow('!')} ${paint.bold(subject)} ${text}\n  ${next}\n`)
    .join('')
}

export function repairOf(what: Part | 'all'): string {
  return `npx kubewright generate${what === 'all' ? '' : ` ${what}`}`
}

interface ReportContext {
  readonly files: number
  readonly isCheck: boolean
  readonly repair: string
}

function report(stale: readonly StaleFile[], { files, isCheck, repair }: ReportContext, terminal: Terminal): string {
  const paint = paintFor(terminal.stdout, terminal)
  if (stale.length === 0) return `${paint.green('✓')} ${files} ${files === 1 ? 'file is' : 'files are'} up to date\n`
  const done = { missing: 'wrote', changed: 'wrote', orphaned: 'removed' }
  const wrong = {
    missing: 'is missing',
    changed: 'is out of date',
    orphaned: 'is obsolete: no definition generates it',
  }
  const lines = stale.map(({ path, state }) =>
    isCheck ? `${paint.red('✗')} ${path} ${wrong[state]}` : `${paint.green('✓')} ${done[state]} ${path}`,
  )
  return `${lines.join('\n')}\n${isCheck ? `Repair: ${paint.bold(repair)}\n` : ''}`
}
