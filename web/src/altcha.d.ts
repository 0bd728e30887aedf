import 'altcha/types/react';
