import { portContract } from '../support/port/contract.ts';
import { oneMachine } from '../support/port/one-machine.ts';

portContract('one machine', oneMachine);
