/**
 * `npm run test:kubectl`: runs kubectl against a real kube-apiserver and against ours, and compares its output.
 *
 *   npm run test:kubectl                      every session in test/kubectl/sessions
 *   npm run test:kubectl -- --only TEXT       only sessions whose name contains TEXT
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatVerdict, hasPassed, judge, type KnownDifference } from '../conformance/verdict.ts'
import { compareSessions, kubectlRoot, loadSessions } from './compare-sessions.ts'

async function main(): Promise<boolean> {
  const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
  const sessions = (await loadSessions()).filter(({ name }) => name.includes(only))
  const { ids, differences } = await compareSessions(sessions)
  const all = JSON.parse(await readFile(join(kubectlRoot, 'known-differences.json'), 'utf8')) as KnownDifference[]
  const known = all.filter(({ case: id }) => only === '' || sessions.some(({ name }) => id.startsWith(`${name}: `)))
  const verdict = judge(ids, differences, known)
  for (const line of formatVerdict(verdict)) console.log(line)
  return hasPassed(verdict)
}

main().then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(1)
  },
)
