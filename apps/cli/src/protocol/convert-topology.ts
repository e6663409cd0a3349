/** `kubewright protocol import` and `export`: convert between CSAR archives and YAML. */
import { formatTopology } from '@kubewright/protocol'
import { stringify } from 'yaml'
import type { ProtocolAnswer, ProtocolRun } from './run-protocol.ts'

export function asYaml({ topology }: ProtocolRun): ProtocolAnswer {
  const value = formatTopology(topology)
  return { value, text: stringify(value) }
}

export async function asCsar({ topology }: ProtocolRun): Promise<ProtocolAnswer> {
  const { writeCsar } = await import('@kubewright/protocol/tosca')
  return { value: formatTopology(topology), text: writeCsar(topology) }
}
