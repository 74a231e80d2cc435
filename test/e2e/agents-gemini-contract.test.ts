import { cliContract } from '../support/model/contract.ts';

cliContract('gemini');
