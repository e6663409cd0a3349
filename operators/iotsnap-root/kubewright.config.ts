/** The configuration of this operator for the `kubewright` command. */
import { defineConfig } from '@kubewright/cli'
import { operatorWith } from './src/operator.ts'

export default defineConfig({
  ...operatorWith(),
  image: 'registry.example.dev/iotsnap-root-operator:0.1.0',
  // Backup agents in pods listen on 8790, InfluxDB on 8086.
  deployment: { replicas: 2, egressPorts: [8790, 8086] },
})
