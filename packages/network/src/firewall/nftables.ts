/** The nftables back end: one table of our own, changed in one transaction. */
import { type ProgramRunner, runOrThrow } from '../kernel/program-runner.ts'
import { firewallTable } from '../names.ts'
import { type FirewallBackend, outdatedConnections, type Translations } from './firewall-backend.ts'
import { type NftState, nftStateOf } from './nft-table.ts'
import { readNft } from './read-nft.ts'
import { renderNftChange } from './render-nft.ts'

/** The nftables back end of the firewall. */
export function nftables(runner: ProgramRunner): FirewallBackend {
  const read = () => readTable(runner)
  return {
    name: 'nftables',
    async plan(wanted, known) {
      const current = known ? nftStateOf(known) : await read()
      const text = renderNftChange(wanted, current)
      if (text === '') return undefined
      return { text, isRemoval: !nftStateOf(wanted), ...outdatedConnections(wanted, translationsIn(current)) }
    },
    async apply({ text }) {
      await runOrThrow(runner, { program: 'nft', args: ['-f', '-'], input: text })
    },
    isPresent: async () => (await read()) !== undefined,
  }
}

async function readTable(runner: ProgramRunner): Promise<NftState | undefined> {
  const { code, stdout, stderr } = await runner.run('nft', ['-j', 'list', 'table', 'ip', firewallTable])
  if (code === 0) return readNft(stdout)
  if (stderr.includes('No such file or directory')) return undefined
  await runOrThrow(runner, { program: 'nft', args: ['list', 'tables'] })
  return undefined
}

function translationsIn(state: NftState | undefined): Translations {
  const { pod_source: podSource = {}, node_source: nodeSource = {} } = state?.elements ?? {}
  return { podSource, nodeSource }
}
