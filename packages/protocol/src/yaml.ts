/** Topologies in YAML files. */
export { formatTopologyYaml, parseTopologyYaml } from './tosca/topology-yaml.ts'
