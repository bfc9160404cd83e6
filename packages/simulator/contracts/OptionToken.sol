// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Token} from "./Token.sol";

/// @notice An option as a token with 8 decimals and its terms. It is never exercised, because the embedded chain ends before its expiry.
contract OptionToken is Token {
    address public immutable collateralAsset;
    address public immutable underlyingAsset;
    address public immutable strikeAsset;
    /// @dev In USD, 8 decimals.
    uint256 public immutable strikePrice;
    /// @dev In seconds.
    uint256 public immutable expiryTimestamp;
    bool public immutable isPut;

    constructor(
        string memory symbol,
        address collateral,
        address underlying,
        address strikeCurrency,
        uint256 strike,
        uint256 expiry,
        bool put
    ) Token(symbol, 8) {
        collateralAsset = collateral;
        underlyingAsset = underlying;
        strikeAsset = strikeCurrency;
        strikePrice = strike;
        expiryTimestamp = expiry;
        isPut = put;
    }

    function getOtokenDetails() external view returns (address, address, address, uint256, uint256, bool) {
        return (collateralAsset, underlyingAsset, strikeAsset, strikePrice, expiryTimestamp, isPut);
    }
}
