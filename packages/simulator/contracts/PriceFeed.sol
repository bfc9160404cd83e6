// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice The price of an underlying in USD with 8 decimals, as last set by its owner.
contract PriceFeed {
    address private immutable maker = msg.sender;
    uint256 public latestAnswer;

    constructor(uint256 answer) {
        latestAnswer = answer;
    }

    function set(uint256 answer) external {
        require(msg.sender == maker, "Only the maker of the feed sets it");
        latestAnswer = answer;
    }
}
