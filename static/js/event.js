/** An event's page: its parts are read again when the house says that they have changed. */

import { followParts } from "./parts.js";

followParts("tournament");
