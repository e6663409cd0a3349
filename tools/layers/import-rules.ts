/** Checks each import against the allowed dependencies. */
import type { Layers, Package } from '../workspace.ts'
import { homeOf, type ImportTarget, targetOf } from './import-target.ts'
import type { Problem } from './problem.ts'
import type { Import, SourceFile } from './source-file.ts'

export interface Repository {
  readonly packages: readonly Package[]
  readonly layers: Layers
  /** The published files. */
  readonly shipped: ReadonlySet<string>
  /** The names that a file outside `packages/` may import: the dependencies of the nearest `package.json`. */
  readonly declaredFor: (path: string) => ReadonlySet<string>
}

/** Packages that any test may import, in addition to its package's dependencies. Test kinds are defined with zod. */
const testTools = ['vitest', 'fast-check', 'esbuild', 're2js', 'ws', 'yaml', 'zod']

/** `core` owns time. Tools and benchmarks are programs of the repository and may read the clock. */
const mayReadClock = /^(packages\/core|tools|bench)\//

/** Generators write internal files of packages, and some internals are compared with a real server. */
const mayLookInside = /^(tools|test\/conformance)\//

export function checkSourceFile(file: SourceFile, repository: Repository): Problem[] {
  const problems: Problem[] = []
  const report = (line: number, rule: string, text: string) => problems.push({ path: file.path, line, rule, text })

  for (const each of file.imports) {
    const broken = judge(file.path, each, repository)
    if (broken) report(each.line, broken.rule, broken.text)
  }
  if (!mayReadClock.test(file.path)) {
    for (const line of file.bareDates)
      report(line, 'clock', '`new Date()` reads the machine. Use the Clock you are given.')
  }
  return problems
}

type Verdict = Pick<Problem, 'rule' | 'text'> | undefined

function judge(path: string, { specifier, isStar }: Import, repository: Repository): Verdict {
  if (isStar && homeOf(path).startsWith('packages/') && !mayPassOnAll(path, specifier)) {
    return { rule: 'surface', text: 'Name what you export, one by one; `export *` is for generated files.' }
  }
  const target = targetOf(path, specifier, repository.packages)
  switch (target.kind) {
    case 'built-in':
      return undefined
    case 'relative':
      return judgeRelative(path, specifier, target.path)
    case 'third-party':
      return judgeThirdParty(path, target.name, repository)
    case 'package':
      return judgeSurface(path, specifier, target, repository) ?? judgeLayer(path, target, repository)
  }
}

/** Generated files, and the paths of the umbrella, each of which is a whole package. */
function mayPassOnAll(path: string, specifier: string): boolean {
  const isUmbrella = homeOf(path) === 'packages/kubewright' && specifier.startsWith('@kubewright/')
  return isUmbrella || /\/generated\//.test(path + specifier)
}

function judgeRelative(path: string, specifier: string, target: string): Verdict {
  const [from, to] = [homeOf(path), homeOf(target)]
  if (from === to || (/^(packages|apps)\//.test(to) && mayLookInside.test(path))) return undefined
  const text = `${specifier} reaches ${from === '' ? `into ${to}` : `out of ${from}`}. Import the package by its name.`
  return { rule: 'boundary', text }
}

function judgeSurface(
  path: string,
  specifier: string,
  target: ImportTarget & { kind: 'package' },
  { shipped }: Repository,
): Verdict {
  if (target.path === undefined) {
    return { rule: 'surface', text: `${specifier} is no entry of that package's "exports". Export it, or use what is.` }
  }
  // The package for users' tests depends on test code.
  const isTestKit = path.startsWith('packages/testing/') || /\/src\/(testing|contract)\b/.test(path)
  if (isForTests(target.subpath) && shipped.has(path) && !isTestKit) {
    return { rule: 'surface', text: `${specifier} is for tests; this file is shipped to users.` }
  }
  return undefined
}

/** Whether an entry of a package is meant for the tests of other packages. */
function isForTests(subpath: string): boolean {
  return subpath === 'testing' || subpath === 'contract'
}

function judgeLayer(
  path: string,
  { folder }: ImportTarget & { kind: 'package' },
  { layers, shipped }: Repository,
): Verdict {
  const [top, importer = ''] = homeOf(path).split('/')
  if (top !== 'packages') return undefined
  if (importer === folder) {
    if (!shipped.has(path)) return undefined
    return { rule: 'boundary', text: 'A package imports its own files by their relative path.' }
  }
  if (layers.packages[importer]?.includes(folder)) return undefined
  if (folder === 'testing') {
    return { rule: 'layers', text: `Nothing in packages/ imports testing. A test that needs it belongs in test/.` }
  }
  const remedy = 'Move the code, or widen layers.json in a commit of its own that says why.'
  return { rule: 'layers', text: `${importer} may not import ${folder}. ${remedy}` }
}

function judgeThirdParty(path: string, name: string, { layers, shipped, declaredFor }: Repository): Verdict {
  const [top, importer = ''] = homeOf(path).split('/')
  if (top !== 'packages') {
    if (declaredFor(path).has(name)) return undefined
    return { rule: 'third-party', text: `${name} is not declared in the nearest package.json.` }
  }
  const allowed = layers['third-party'][importer] ?? []
  if (allowed.includes(name) || (!shipped.has(path) && testTools.includes(name))) return undefined
  const list = allowed.length === 0 ? 'nothing' : allowed.join(' and ')
  return {
    rule: 'third-party',
    text: `${importer} may use ${list}, not ${name}. A new dependency needs a record in docs/decisions and layers.json.`,
  }
}
