/** Every command with its options and its help. */
import { Command, InvalidArgumentError } from 'commander'
import type { ClusterOptions } from './cluster/cluster.ts'
import type { Terminal } from './terminal.ts'

/** Failure: parsing rejects with a `CommanderError` that has been shown already, or with what the command failed with. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('kubewright')
    .description('The toolkit for building Kubernetes operators in TypeScript.')
    .exitOverride()
    .showHelpAfterError('(add --help for what there is)')
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
  addCluster(program, terminal)
  return program
}

function addCluster(program: Command, terminal: Terminal): void {
  program
    .command('cluster')
    .description('Run a Kubernetes API server on this machine until it is stopped.')
    .option('--port <number>', 'listen on this port; 0 chooses a free one', parsePort, 6443)
    .option('--host <address>', 'listen on this address', '127.0.0.1')
    .option('--data-dir <directory>', 'keep objects here, so that they survive a restart')
    .option('--kubeconfig <path>', 'write the kubeconfig here, readable by you alone', '.kubewright/kubeconfig')
    .action(async (options: ClusterOptions) => {
      const { runCluster } = await import('./cluster/cluster.ts') // other commands need no server
      await runCluster(options, terminal)
    })
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
}
