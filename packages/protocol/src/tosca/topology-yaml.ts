/** Topologies as YAML text, in the shape of `parseTopology`. */
import { formatTopology } from '../format-topology.ts'
import { parseTopology } from '../parse-topology.ts'
import type { Topology } from '../topology.ts'
import { formatYaml, parseYaml } from './yaml-document.ts'

/** A topology from YAML text. */
export function parseTopologyYaml(text: string): Topology {
  return parseTopology(parseYaml(text, 'the topology'))
}

/** A topology as YAML text that `parseTopologyYaml` reads back. */
export function formatTopologyYaml(topology: Topology): string {
  return formatYaml(formatTopology(topology))
}
