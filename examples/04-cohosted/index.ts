export { AcmeService } from './acme-service.ts'
export { acmeServices } from './acme-services.ts'
