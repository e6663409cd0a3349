/** The CustomResourceDefinitions of the network, as one file: `npm run manifests` writes `deploy/crds.yaml`. */
import {
  AddressClaim,
  AddressLedger,
  NetworkConfig,
  NetworkSettings,
  NodeNetwork,
  TunnelEndpoint,
} from '@kubewright/network'

const kinds = [AddressClaim, AddressLedger, NetworkConfig, NetworkSettings, NodeNetwork, TunnelEndpoint]

export function crdsYaml(): string {
  return `# Made by \`npm run manifests\`; edits are lost.\n${kinds.map((kind) => kind.crdYaml()).join('---\n')}`
}
