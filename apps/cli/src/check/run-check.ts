/** Runs the checks one after the other and reports their findings. */
import { resolve } from 'node:path'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { repairOf } from '../generate/generate-command.ts'
import { foldersOf, generatedFiles } from '../generate/generated-files.ts'
import { findStale } from '../generate/write-generated.ts'
import { connectionOf } from '../project/connection.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { type Paint, paintFor } from '../terminal/paint.ts'
import { counted } from '../terminal/counted.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkChanges } from './check-changes.ts'
import type { CheckOptions } from './check-command.ts'
import { checkDefinitions } from './check-definitions.ts'
import { checkDocs } from './check-docs.ts'
import { checkRbac } from './check-rbac.ts'
import { definitionsIn } from './cluster-definitions.ts'
import { type Check, type CheckResult, checks, type Finding } from './finding.ts'
import { definitionsAt } from './git-definitions.ts'
import { type RecordedRun, runRecorded } from './recorded-run.ts'

interface Context {
  readonly project: Project
  readonly options: Input<CheckOptions>['options']
  readonly terminal: Terminal
  readonly recorded: RecordedRun | undefined
}

const runners: Readonly<Record<Check, (context: Context) => Promise<CheckResult> | CheckResult>> = {
  definitions: ({ project }) => checkDefinitions(project),
  changes,
  rbac: ({ project, options: { used }, recorded, terminal }) =>
    checkRbac(project, recorded?.path ?? (used === undefined ? undefined : resolve(terminal.cwd, used))),
  generated,
  docs: ({ project }) => checkDocs(project),
}

/** Failure: as reading the project, the revision or the cluster fails. */
export async function runCheck(input: Input<CheckOptions>, terminal: Terminal): Promise<ExitCode> {
  const { options, args, rest, isJson } = input
  const project = await loadProject(options.config, terminal)
  await using recorded = rest.length === 0 ? undefined : await runRecorded(rest, project.root, terminal)
  const context = { project, options, terminal, recorded }
  const wanted = args[0] === undefined ? checks : [args[0] as Check]
  const results: CheckResult[] = []
  for (const check of wanted) {
    results.push(await withProgress(terminal, `checking ${check}`, async () => runners[check](context)))
  }
  const isBad = ({ level }: Finding) => level === 'problem' || options.strict
  const isFailed = recorded !== undefined && recorded.code !== 0
  const hasFailed = isFailed || results.some(({ findings }) => findings.some(isBad))
  if (isJson) terminal.stdout.write(`${JSON.stringify({ ok: !hasFailed, checks: results }, undefined, 2)}\n`)
  else terminal.stdout.write(report(results, paintFor(terminal.stdout, terminal)))
  if (isFailed) terminal.stderr.write(`${rest.join(' ')} failed with exit code ${recorded.code}.\n`)
  return hasFailed ? 1 : 0
}

async function changes({ project, options, terminal }: Context): Promise<CheckResult> {
  const { since, cluster, 'allow-breaking': isAllowed } = options
  if (cluster) {
    const names = project.crds.map(({ name }) => name)
    const found = await definitionsIn(await connectionOf(options, terminal), names, terminal.signal)
    return checkChanges(found, project.crds, { source: 'the cluster', isAllowed })
  }
  const before = await definitionsAt(since, project.root)
  if (before === undefined) {
    return { check: 'changes', findings: [], remark: 'there is no git revision to compare with yet', isSkipped: true }
  }
  return checkChanges(before, project.crds, { source: since ?? 'HEAD', isAllowed })
}

async function generated({ project }: Context): Promise<CheckResult> {
  const files = generatedFiles(project, 'all')
  const stale = await findStale(project.root, files, foldersOf('all'))
  const findings = stale.map(({ path, state }): Finding => {
    const text = {
      missing: 'is missing',
      changed: 'is out of date',
      orphaned: 'is obsolete: no definition generates it',
    }[state]
    return { check: 'generated', level: 'problem', subject: path, text, next: `Repair: ${repairOf('all')}` }
  })
  return { check: 'generated', findings, remark: counted(files.size, 'file') }
}

function report(results: readonly CheckResult[], paint: Paint): string {
  const width = Math.max(...results.map(({ check }) => check.length))
  const lines = results.flatMap(({ check, findings, remark, isSkipped = false }) => [
    `${markOf(findings, isSkipped, paint)} ${check.padEnd(width)}  ${paint.dim(remark)}`,
    ...findings.flatMap((finding, index) => describe(finding, findings[index + 1], paint)),
  ])
  return `${lines.join('\n')}\n`
}

function markOf(findings: readonly Finding[], isSkipped: boolean, paint: Paint): string {
  if (isSkipped) return paint.dim('-')
  if (findings.some(({ level }) => level === 'problem')) return paint.red('✗')
  return findings.length > 0 ? paint.yellow('!') : paint.green('✓')
}

/** Consecutive findings with the same fix print it once. */
function describe(
  { level, subject, text, next }: Finding,
  following: Finding | undefined,
  paint: Paint,
): readonly string[] {
  const mark = level === 'problem' ? paint.red('✗') : paint.yellow('!')
  const isSame = next === following?.next
  return [`    ${mark} ${paint.bold(subject)} ${text}`, ...(next === undefined || isSame ? [] : [`      ${next}`])]
}
